// Members that there is no JSON for. Each `// refused: words` is what the compiler must say, with
// the member's name. Compiled by unsupported.py alone.
#include <mcp/schema_of.hpp>

#include <boost/describe/class.hpp>
#include <boost/describe/enum.hpp>

#include <map>
#include <memory>
#include <string_view>

struct Plain {
    int a;
};
enum class Level { low, high };

struct A {
    std::string good;
    Plain plain;              // refused: a class without a description
    std::vector<Plain> list;  // refused: a class without a description
    Level level;              // refused: an enumeration without a description
};
BOOST_DESCRIBE_STRUCT(A, (), (good, plain, list, level))

struct B {
    std::string_view view;                    // refused: a view does not own what was read
    std::unique_ptr<int> owned;               // refused: a pointer cannot be read
    const char* pointer;                      // refused: a pointer cannot be read
    char letter;                              // refused: a single character is no JSON value
    std::pair<int, int> pair;                 // refused: tuples and pairs have no names
    std::map<int, int> by_number;             // refused: only maps with std::string keys
    int array[3];                             // refused: use std::array or std::vector
    long double wide;                         // refused: there is no JSON for this type
    std::chrono::duration<double> fraction;   // refused: only durations of whole weeks
    std::optional<std::chrono::years> years;  // refused: only durations of whole weeks
};
BOOST_DESCRIBE_STRUCT(B, (),
                      (view, owned, pointer, letter, pair, by_number, array, wide, fraction, years))

struct C {
    std::variant<int, double> numbers;                           // refused: two alternatives
    std::optional<std::variant<std::string, std::byte>> inside;  // refused: an enumeration without
    std::variant<std::string, std::chrono::seconds> texts;       // refused: two alternatives
};
BOOST_DESCRIBE_STRUCT(C, (), (numbers, inside, texts))

struct D {
    std::optional<int> optional;  // noted: defaulted: a std::optional may be absent already
    std::string text;             // noted: minimum: for numbers
    int number;                   // noted: min_length: for strings
};
BOOST_DESCRIBE_STRUCT(D, (), (optional, text, number))

// One struct at a time, since a compiler gives up after some errors.
#if UNSUPPORTED == 'A'
const auto refused = mcp::schema_of<A>();
#elif UNSUPPORTED == 'B'
const auto refused = mcp::from_json<B>(mcp::Json());
#elif UNSUPPORTED == 'C'
const auto refused = mcp::to_json(C{});
#elif UNSUPPORTED == 'D'
inline void annotate(mcp::SchemaNotes<D>& d) {
    d[&D::optional].defaulted();
    d[&D::text].minimum({});
    d[&D::number].min_length(1);
}
#endif
const auto taken = mcp::schema_of<D>();
