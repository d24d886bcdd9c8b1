import type { Output } from '@moqi/api/call'
import type { user } from '@moqi/api/user'
import { Refusal } from '@moqi/domain/refusal'
import type { Person } from '#src/platform/actor.ts'
import type { Deps } from '#src/platform/deps.ts'

/** Where our own console is served. */
const ownConsole = '/console/'

/**
 * Where a company is managed, for whoever's role lets in: the configured console, else our own (checklist C85,
 * P2).
 */
export async function getConsoleUrl(
  { config }: Pick<Deps, 'config'>,
  { spaces }: Person,
  { tenantId }: { tenantId: string },
): Promise<Output<typeof user.getConsoleUrl>> {
  const space = spaces.find((own) => own.tenantId === tenantId && own.kind === 'company')
  if (!space) throw new Refusal('space/not-found')
  if (space.authStatus !== 'passAuth') throw new Refusal('space/not-authenticated')
  if (!space.rights.includes('seeConsole')) throw new Refusal('space/console-closed')
  return { consoleUrl: config.consoleUrl || ownConsole }
}
