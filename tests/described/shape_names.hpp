// The names of the structs in shapes.hpp, as X(name), for programs that need no more than these.
#pragma once

// clang-format off
#define MCP_ALL_SHAPES(X) \
    X(Boolean) X(Text) X(Int8) X(Int16) X(Int32) X(Int64) X(LongLong) X(Unsigned8) X(Unsigned16) \
    X(Unsigned32) X(Unsigned64) X(Float) X(Double) X(Null) X(AnyJson) X(AnyObject) \
    X(Enumeration) X(RenamedEnumeration) X(ConstantText) X(BoundedInteger) X(BoundedLarge) \
    X(BoundedUnsigned) X(BoundedDouble) X(BoundedFloat) X(ShortText) X(PatternText) \
    X(FormatText) X(HeaderText) X(RenamedMember) X(OptionalText) X(OptionalInteger) \
    X(OptionalEnumeration) X(OptionalStruct) X(OptionalList) X(OptionalNullable) X(OptionalJson) \
    X(OptionalNull) X(OptionalBounded) X(NullableText) X(NullableEnumeration) X(NullableStruct) \
    X(NullableList) X(NullableVariant) X(NullableBounded) X(Texts) X(Numbers) X(Flags) \
    X(SmallNumbers) X(Structs) X(ListOfLists) X(OptionalElements) X(BoundedList) \
    X(BoundedElements) X(Set) X(SetOfTexts) X(SetOfEnumerators) X(HashedSet) X(BoundedSet) \
    X(Array) X(ArrayOfStructs) X(ArrayOfFlags) X(Matrix) X(EmptyArray) X(MapOfIntegers) \
    X(MapOfStructs) X(OrderedMap) X(HashedMap) X(MapOfLists) X(MapOfMaps) X(BoundedValues) \
    X(Kinds) X(NumberOrText) X(MapOrText) X(Tagged) X(TaggedByNotes) X(ByMembers) \
    X(TaggedOrList) X(ListOfTagged) X(OptionalTagged) X(Nested) X(NestedEmpty) X(Boxed) X(Trees) \
    X(LinkedList) X(Expression) X(Seconds) X(Minutes) X(Days) X(Weeks) X(Milliseconds) \
    X(Nanoseconds) X(SmallTicks) X(SecondsInTime) X(MillisecondsInTime) X(TimePoint) \
    X(DayInTime) X(Date) X(OptionalTime) X(NullableDate) X(ListOfDurations) X(Bytes) X(Digest) \
    X(OptionalBytes) X(MapOfBytes) X(Defaults) X(AllDefaults) X(Closed) X(Open) X(Derived)
// clang-format on
