// Includes nothing generated: it must not be compiled again when a schema changes.
int plain();
int plain() { return 0; }
