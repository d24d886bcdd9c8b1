import { z } from 'zod'

/** What a converter elsewhere answers besides documents, as JSON. */
export const converterAnswers = {
  families: z.array(z.string()),
  state: z.union([z.object({ usable: z.literal(true) }), z.object({ usable: z.literal(false), reason: z.string() })]),
}
