"""Schemas that refuse what they do not know, and fields that read a value whole: short ways through marshmallow.

Marshmallow visits every field of an object, posted or not, in several steps. Most requests are short and faultless, so
each object is first read the short way: its posted fields alone, each by one function. A request with any fault goes
the whole way, which finds all faults and says where they are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeVar

from marshmallow import Schema, ValidationError, fields, missing, validates_schema

if TYPE_CHECKING:
    from collections.abc import Callable

UNKNOWN: Final = "unknown_field"
FAULTY: Final = "faulty"
T = TypeVar("T")


class Whole(fields.Field[T]):
    """A field whose value `read` takes as a whole; that raises `ValidationError` for every fault, null among them."""

    def read(self, value: Any) -> T:
        """Return the loaded value."""
        raise NotImplementedError

    def _deserialize(self, value: Any, *_args: Any, **_kwargs: Any) -> T:
        return self.read(value)


class Bounded(fields.List[Any]):
    """A JSON array; one that is too long is refused before its items are read, so that it costs nothing."""

    def __init__(self, inner: fields.Field[Any], most: int, too_long: str, **kwargs: Any) -> None:
        super().__init__(inner, **kwargs)
        self.most, self.too_long = most, too_long

    def _deserialize(self, value: Any, attr: Any, data: Any, **kwargs: Any) -> list[Any]:
        if isinstance(value, list) and len(value) > self.most:
            raise ValidationError(self.too_long)
        return super()._deserialize(value, attr, data, **kwargs)


class StrictSchema(Schema):
    """A schema that refuses what it does not know, in our words; `faults` says what is wrong with an object as such."""

    error_messages = {
        "unknown": f"{UNKNOWN}|there is no such field",
        "type": "wrong_type|an object is wanted",
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # A default would have to be put in; what is not posted says something here.
        assert all(f.load_default is missing and f.attribute is None for f in self.load_fields.values())  # noqa: S101
        posted = {field.data_key or name: (name, field) for name, field in self.load_fields.items()}
        self._wanted = frozenset(name for name, field in posted.values() if field.required)
        self._readers = {key: (name, short_way(field)) for key, (name, field) in posted.items()}

    def faults(self, _data: dict[str, Any]) -> dict[str, list[str]]:
        """Return what is wrong with a loaded object of which each field is right by itself, by the field as posted."""
        return {}

    @validates_schema
    def _check(self, data: dict[str, Any], **_kwargs: Any) -> None:
        found = self.faults(data)
        if found:
            raise ValidationError(found)

    def load(self, data: Any, **kwargs: Any) -> Any:
        """Return the loaded object; raises marshmallow's `ValidationError` with every fault."""
        try:
            return self.read(data)
        except ValidationError:
            return super().load(data, **kwargs)

    def read(self, data: Any) -> dict[str, Any]:
        """Return the loaded object; raises `ValidationError` where it has a fault, of which nothing more is said."""
        if not isinstance(data, dict):
            raise ValidationError(FAULTY)
        readers, loaded = self._readers, {}
        for key, value in data.items():
            if key not in readers:
                raise ValidationError(FAULTY)
            name, read = readers[key]
            loaded[name] = read(value)
        if not self._wanted <= loaded.keys() or self.faults(loaded):
            raise ValidationError(FAULTY)
        return loaded


def short_way(field: fields.Field[Any]) -> Callable[[Any], Any]:
    """Return what reads a posted value of a field, and raises `ValidationError` where it has a fault."""
    read: Callable[[Any], Any]
    if field.validators:
        return field.deserialize
    if isinstance(field, Whole):
        read = field.read
    elif isinstance(field, fields.Nested) and isinstance(field.schema, StrictSchema):
        read = field.schema.read
    elif isinstance(field, Bounded):
        read = _each(field, short_way(field.inner))
    else:
        return field.deserialize
    return _or_null(read) if field.allow_none else read


def _each(field: Bounded, read: Callable[[Any], Any]) -> Callable[[Any], list[Any]]:
    def read_all(value: Any) -> list[Any]:
        if not isinstance(value, list) or len(value) > field.most:
            raise ValidationError(FAULTY)
        return [read(item) for item in value]

    return read_all


def _or_null(read: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda value: None if value is None else read(value)
