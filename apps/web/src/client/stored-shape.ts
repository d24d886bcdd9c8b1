/** Tells whether something read from storage is a T. */
export type Shape<T> = (value: unknown) => value is T

/** Any text, the empty one too. */
export const isText: Shape<string> = (value) => typeof value === 'string'
/** Any number, NaN too. */
export const isNumber: Shape<number> = (value) => typeof value === 'number'
/** Either of true and false. */
export const isFlag: Shape<boolean> = (value) => typeof value === 'boolean'

/** Either of them. */
export const orNull =
  <T>(shape: Shape<T>): Shape<T | null> =>
  (value): value is T | null =>
    value === null || shape(value)

/** A list of any length, all of one shape. */
export const listOf =
  <T>(shape: Shape<T>): Shape<T[]> =>
  (value): value is T[] =>
    Array.isArray(value) && value.every(shape)

/** One of these texts. */
export const oneOf =
  <const T extends string>(...texts: T[]): Shape<T> =>
  (value): value is T =>
    texts.some((text) => text === value)

/** An object with at least these fields. */
export const record =
  <T extends object>(fields: { [K in keyof T]: Shape<T[K]> }): Shape<T> =>
  (value): value is T =>
    typeof value === 'object' &&
    value !== null &&
    Object.entries<Shape<unknown>>(fields).every(([name, shape]) => shape(Reflect.get(value, name)))
