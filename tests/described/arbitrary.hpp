// Arbitrary values of described types, within the limits that are noted of their members; a text
// with a pattern or a format is one of its examples.
#pragma once

#include <tests/property/arbitrary_json.hpp>

#include <mcp/json_describe.hpp>

#include <boost/describe/enumerators.hpp>
#include <boost/describe/members.hpp>
#include <boost/mp11/algorithm.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>

namespace mcp::testing {

using detail::Notes;

template <class T>
struct Maker;

/// `depth` is how deep the value is inside of its own type.
template <class T>
T make(Random& random, const Notes* notes = nullptr, std::size_t depth = 0) {
    return Maker<T>::make(random, notes, depth);
}

inline std::size_t make_count(Random& random, const Notes* notes, std::size_t depth) {
    if (depth > 3) return notes ? notes->min_items : 0;
    if (!notes) return random.count(0, 4);
    return random.count(notes->min_items, std::min<std::size_t>(notes->max_items, 6));
}

template <>
struct Maker<bool> {
    static bool make(Random& random, const Notes*, std::size_t) { return random.coin(); }
};
template <>
struct Maker<std::monostate> {
    static std::monostate make(Random&, const Notes*, std::size_t) { return {}; }
};
template <>
struct Maker<Json> {
    static Json make(Random& random, const Notes*, std::size_t) {
        return Json::parse(arbitrary_json(random)).value();
    }
};
template <>
struct Maker<JsonObject> {
    static JsonObject make(Random& random, const Notes*, std::size_t) {
        return JsonObject::parse(arbitrary_json(random, JsonRange{kind_object})).value();
    }
};
template <>
struct Maker<Extras> {
    static Extras make(Random& random, const Notes*, std::size_t) {
        Extras extras;
        for (std::size_t i = random.count(0, 3); i > 0; --i)
            extras.set("more " + random.word(), Maker<Json>::make(random, nullptr, 0));
        return extras;
    }
};
template <detail::FixedString Text>
struct Maker<Constant<Text>> {
    static Constant<Text> make(Random&, const Notes*, std::size_t) { return {}; }
};

template <detail::IntegerValue T>
struct Maker<T> {
    static T make(Random& random, const Notes* notes, std::size_t) {
        detail::IntegerRange range = detail::range_of<T>;
        if (notes && notes->least) range.least = *notes->least;
        if (notes && notes->most) range.most = *notes->most;
        const std::uint64_t size = range.most.bits - range.least.bits;
        const std::uint64_t extremes[] = {0, size, size / 2};
        const std::uint64_t bits = random.once_in(3) ? random.pick(extremes) : random.bits();
        const std::uint64_t from_least = size == ~std::uint64_t{0} ? bits : bits % (size + 1);
        return static_cast<T>(range.least.bits + from_least);
    }
};
template <class T>
    requires std::is_floating_point_v<T>
struct Maker<T> {
    static T make(Random& random, const Notes* notes, std::size_t) {
        constexpr auto most = static_cast<double>(std::numeric_limits<T>::max());
        const double number =
            notes ? random.number(std::max(notes->minimum, -most), std::min(notes->maximum, most))
                  : random.number();
        return static_cast<T>(std::clamp(number, -most, most));
    }
};
template <>
struct Maker<std::string> {
    static std::string make(Random& random, const Notes* notes, std::size_t) {
        if (!notes) return random.text();
        if (!notes->examples.empty())
            return *notes->examples[random.below(notes->examples.size())].as_string();
        if (notes->max_length == detail::no_limit) return random.text();
        std::string text;
        for (std::size_t left = random.count(notes->min_length, notes->max_length); left > 0;
             --left)
            text += random.once_in(3) ? "\u00e9" : "a";
        return text;
    }
};
template <>
struct Maker<std::byte> {
    static std::byte make(Random& random, const Notes*, std::size_t) {
        return static_cast<std::byte>(random.below(256));
    }
};

template <class T>
    requires std::is_enum_v<T> &&(!std::same_as<T, std::byte>)struct Maker<T> {
        static T make(Random& random, const Notes*, std::size_t) {
            T value{};
            using Enumerators = boost::describe::describe_enumerators<T>;
            std::size_t left = random.below(boost::mp11::mp_size<Enumerators>::value);
            boost::mp11::mp_for_each<Enumerators>([&](auto each) {
                if (left-- == 0) value = each.value;
            });
            return value;
        }
    };

    template <class Rep, class Period>
    struct Maker<std::chrono::duration<Rep, Period>> {
        static auto make(Random& random, const Notes*, std::size_t) {
            using Duration = std::chrono::duration<Rep, Period>;
            Rep ticks = Maker<Rep>::make(random, nullptr, 0);
            if constexpr (std::is_signed_v<Rep>) {
                constexpr auto most = std::numeric_limits<Rep>::max() / 700'000;
                if (ticks < 0) ticks = static_cast<Rep>(-(ticks + 1));
                ticks %= random.coin() ? 100'000 : most;
            }
            return Duration(ticks);
        }
    };
    template <class Duration>
    struct Maker<std::chrono::sys_time<Duration>> {
        static auto make(Random& random, const Notes*, std::size_t) {
            // As far as the year 9999, and as nanoseconds of 64 bits go.
            using Days = std::chrono::days;
            constexpr bool fine = Duration::period::den >= std::micro::den;
            const std::int64_t day =
                fine ? random.integer(-106'000, 106'000) : random.integer(-719'528, 2'932'895);
            const auto rest = Duration(
                random.integer(0, std::chrono::duration_cast<Duration>(Days(1)).count() - 1));
            return std::chrono::sys_time<Duration>(
                std::chrono::duration_cast<Duration>(Days(static_cast<Days::rep>(day))) + rest);
        }
    };
    template <>
    struct Maker<std::chrono::year_month_day> {
        static std::chrono::year_month_day make(Random& random, const Notes*, std::size_t) {
            return mcp::testing::make<std::chrono::sys_days>(random);
        }
    };

    template <class Holder>
    struct MaybeMaker {
        static Holder make(Random& random, const Notes* notes, std::size_t depth) {
            if (depth > 3 || random.once_in(3)) return {};
            return mcp::testing::make<typename Holder::value_type>(random, notes, depth);
        }
    };
    template <class T>
    struct Maker<std::optional<T>> : MaybeMaker<std::optional<T>> {};
    template <class T>
    struct Maker<Nullable<T>> : MaybeMaker<Nullable<T>> {};
    template <class T>
    struct Maker<Box<T>> {
        static Box<T> make(Random& random, const Notes*, std::size_t depth) {
            return mcp::testing::make<T>(random, nullptr, depth + 1);
        }
    };

    template <class T, std::size_t N>
    struct Maker<std::array<T, N>> {
        static std::array<T, N> make(Random& random, const Notes*, std::size_t depth) {
            std::array<T, N> array{};
            for (T& each : array) each = mcp::testing::make<T>(random, nullptr, depth);
            return array;
        }
    };
    template <detail::ListValue List>
    struct Maker<List> {
        static List make(Random& random, const Notes* notes, std::size_t depth) {
            List list;
            for (std::size_t left = make_count(random, notes, depth); left > 0; --left) {
                list.insert(list.end(),
                            mcp::testing::make<typename List::value_type>(
                                random, notes ? notes->items.get() : nullptr, depth + 1));
            }
            return list;
        }
    };
    template <detail::MapValue Container>
    struct Maker<Container> {
        static Container make(Random& random, const Notes* notes, std::size_t depth) {
            Container map;
            for (std::size_t left = random.count(0, 4); left > 0; --left) {
                map[random.text()] = mcp::testing::make<typename Container::mapped_type>(
                    random, notes ? notes->items.get() : nullptr, depth);
            }
            return map;
        }
    };

    template <class... Ts>
    struct Maker<std::variant<Ts...>> {
        static std::variant<Ts...> make(Random& random, const Notes*, std::size_t depth) {
            using Make = std::variant<Ts...> (*)(Random&, std::size_t);
            constexpr Make makers[] = {[](Random& r, std::size_t d) {
                return std::variant<Ts...>(mcp::testing::make<Ts>(r, nullptr, d));
            }...};
            return makers[depth > 3 ? 0 : random.below(sizeof...(Ts))](random, depth);
        }
    };

    template <detail::DescribedStruct T>
    struct Maker<T> {
        static T make(Random& random, const Notes*, std::size_t depth) {
            T value{};
            using Members =
                boost::describe::describe_members<T, boost::describe::mod_public |
                                                         boost::describe::mod_inherited>;
            boost::mp11::mp_for_each<Members>([&](auto member) {
                auto& place = value.*member.pointer;
                using M = std::remove_cvref_t<decltype(place)>;
                place = mcp::testing::make<M>(random, notes_of(value, &place), depth);
            });
            return value;
        }

    private:
        static const Notes* notes_of(T& value, const void* place) {
            const auto& table = detail::Described<T>::table();
            for (std::size_t i = 0; i < table.rows().size(); ++i) {
                if (table.rows()[i].at && table.rows()[i].at(&value) == place)
                    return table.notes_of(i);
            }
            return nullptr;
        }
    };

}  // namespace mcp::testing
