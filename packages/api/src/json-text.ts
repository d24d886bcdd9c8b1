import { z } from 'zod'

/** JSON in a form's text field, at most `most` characters. */
export const jsonText = <T extends z.ZodType>(schema: T, most: number) =>
  z
    .string()
    .max(most)
    .transform((written, context): unknown => {
      try {
        return JSON.parse(written)
      } catch {
        context.addIssue({ code: 'custom', message: 'not JSON' })
        return z.NEVER
      }
    })
    .pipe(schema)
