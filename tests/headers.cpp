// The program that owns the compiled headers.hpp. It has nothing of its own, and is not linked.
