import { runProgram } from './run-program.ts'

const limitMs = 10_000

/**
 * Font families that fontconfig finds under these settings, asked for behind `prefix`, in lower case; empty when it
 * cannot tell.
 */
export async function fontFamilies(prefix: readonly string[], env: NodeJS.ProcessEnv): Promise<Set<string>> {
  const options = { env, signal: AbortSignal.timeout(limitMs), largest: 4 * 1024 * 1024 }
  const { code, output } = await runProgram([...prefix, 'fc-list', ':', 'family'], options)
  const families = code === 0 ? output.toString().split(/[,\n]/) : []
  return new Set(families.map((family) => family.trim().toLowerCase()).filter((family) => family !== ''))
}
