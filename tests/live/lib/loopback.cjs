// Preloaded into other people's servers: they listen on 127.0.0.1 alone, and say where on standard
// error.
const net = require('node:net');
const listen = net.Server.prototype.listen;
net.Server.prototype.listen = function (port, ...rest) {
    const done = rest.find((one) => typeof one === 'function');
    this.once('listening', () =>
        process.stderr.write(`http://127.0.0.1:${this.address().port}/\n`),
    );
    return listen.call(this, { port: Number(port), host: '127.0.0.1' }, done);
};
process.on('SIGTERM', () => process.exit(0));
