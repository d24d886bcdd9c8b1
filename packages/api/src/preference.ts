import { z } from 'zod'
import { callsUnder } from './call.ts'
import { id } from './shapes.ts'

/** What a person has chosen for every browser; what was never chosen is absent. Nothing else is taken. */
export const Preference = z.strictObject({
  /** The space used last. */
  lastTenantId: id.optional(),
  /** The space to begin in after signing in (checklist R41, C28); null for the one used last. */
  defaultTenantId: id.nullable().optional(),
  /** Of the system's few texts that are English in the specification (checklist Z3, R41). */
  language: z.enum(['zh', 'en']).optional(),
  /** Rows a page in the list of contracts. */
  listPageSize: z.union([z.literal(10), z.literal(20), z.literal(50)]).optional(),
})
export type Preference = z.infer<typeof Preference>

/** Preferences of the signed-in person. */
export const preference = callsUnder('/api/common/v1/user')({
  getPreference: {
    summary: '读取个人偏好',
    access: 'session',
    output: Preference,
  },
  savePreference: {
    summary: '保存个人偏好，只改所给的项',
    access: 'session',
    input: Preference,
    refuses: ['space/not-found'],
    limit: { count: 120, seconds: 60 },
  },
})
