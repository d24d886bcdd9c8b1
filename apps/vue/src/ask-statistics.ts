import type { Output, Sent } from '@moqi/api/call'
import type { statistics } from '@moqi/api/statistics'
import type { ExtensionHost } from './extension.ts'

type Call = typeof statistics.getSigningStatistics
/** What became of the contracts of a time. */
export type Statistics = Output<Call>

/** Asks what became of the contracts that the space has sent; rejects with what to tell. */
export async function askStatistics({ client }: ExtensionHost, input: Sent<Call>): Promise<Statistics> {
  const answer = await client.post('/api/common/v1/statistics/getSigningStatistics', input)
  if (!isStatistics(answer)) throw new TypeError('the answer holds no statistics')
  return answer
}

/** The server strips what it answers to the shape of the call; this tells an answer from something else. */
const isStatistics = (answer: unknown): answer is Statistics =>
  typeof answer === 'object' && answer !== null && 'total' in answer && 'monthArray' in answer && 'hourArray' in answer
