/** The keys of a table that is written out, in its order, as its type names them. */
export const keysOf = <T extends object>(table: T): (keyof T & string)[] =>
  Object.keys(table).filter((key): key is keyof T & string => Object.hasOwn(table, key))
