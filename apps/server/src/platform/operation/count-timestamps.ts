import type { SigningAuthority } from '#src/platform/authority/signing-authority.ts'
import type { Metrics } from './metrics.ts'

/** The authority, with each time-stamp that it is asked for counted by how that ended. */
export const countTimestamps = (
  authority: SigningAuthority,
  { timestamps: counter }: Pick<Metrics, 'timestamps'>,
): SigningAuthority => ({
  ...authority,
  timestamps: async (request) => {
    const answer = await authority.timestamps(request).catch((error: unknown) => {
      counter.inc({ result: 'failed' })
      throw error
    })
    counter.inc({ result: 'made' })
    return answer
  },
})
