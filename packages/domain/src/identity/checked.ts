/** What a check of typed text gives: the normalised value, or the Chinese text that names the fault. */
export type Checked<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly message: string }

/** A passed check with its normalised value. */
export const passed = <T>(value: T): Checked<T> => ({ ok: true, value })

/** A failed check with the text to show. */
export const failed = (message: string): Checked<never> => ({ ok: false, message })

/** Passes `value` when it has the shape, else fails with the text. */
export const shaped = (value: string, shape: RegExp, message: string): Checked<string> =>
  shape.test(value) ? passed(value) : failed(message)
