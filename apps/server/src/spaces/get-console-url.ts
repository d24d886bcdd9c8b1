import type { Output } from '@moqi/api/call'
import type { user } from '@moqi/api/user'
import { Refusal } from '@moqi/domain/refusal'
import type { Person } from '#src/platform/actor.ts'
import type { Deps } from '#src/platform/deps.ts'

/** The page of company seals under /home/, which is what stands for a console until one is configured (H16). */
const ownConsole = '/home/company-space/admin-signatures'

/**
 * Where a company is managed: the configured console, which knows its own visitors, else our own page, which is the
 * administrator's (checklist C85).
 */
export async function getConsoleUrl(
  { config }: Pick<Deps, 'config'>,
  { spaces }: Person,
  { tenantId }: { tenantId: string },
): Promise<Output<typeof user.getConsoleUrl>> {
  const space = spaces.find((own) => own.tenantId === tenantId && own.kind === 'company')
  if (!space) throw new Refusal('space/not-found')
  if (space.authStatus !== 'passAuth') throw new Refusal('space/not-authenticated')
  if (config.consoleUrl) return { consoleUrl: config.consoleUrl }
  if (!space.isOwner) throw new Refusal('space/owner-only')
  return { consoleUrl: ownConsole }
}
