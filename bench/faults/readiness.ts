import { z } from 'zod'

const Readiness = z.object({ reasons: z.array(z.object({ check: z.string(), reason: z.string() })) })

/** What a server says is wrong with it, by check. */
export async function readiness(baseUrl: string): Promise<Map<string, string>> {
  const response = await fetch(new URL('/readyz', baseUrl))
  const { reasons } = Readiness.parse(await response.json())
  return new Map(reasons.map(({ check, reason }) => [check, reason]))
}
