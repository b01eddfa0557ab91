// Nothing: the program that owns the headers which tests share.
