import { type RawBuilder, sql } from 'kysely'

/** A value for a column of JSON. */
export const asJson = <T>(value: T): RawBuilder<T> => sql<T>`${JSON.stringify(value)}::jsonb`

/** Whether a row of a batch, the only table of that column in its statement, has a fault. */
export const isFaulty = sql<boolean>`faults <> '[]'`
/** Whether such a row has none. */
export const isFaultless = sql<boolean>`faults = '[]'`
