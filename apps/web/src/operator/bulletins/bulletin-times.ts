import { formatDate } from '@moqi/domain/time/format-date'

/** A time as the browser's field has it, in Shanghai. */
export const fieldOfTime = (ms: number): string => formatDate(ms, '{y}-{m}-{d}T{h}:{i}')
/** The reverse of it; NaN for what is no time. */
export const timeOfField = (typed: string): number => Date.parse(`${typed}:00+08:00`)
/** As lists have it. */
export const minute = (ms: number): string => formatDate(ms, '{y}-{m}-{d} {h}:{i}')
