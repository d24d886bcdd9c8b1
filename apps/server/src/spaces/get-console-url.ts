import type { Output } from '@moqi/api/call'
import type { user } from '@moqi/api/user'
import { Refusal } from '@moqi/domain/refusal'
import { seesSeals } from '@moqi/domain/spaces/rights'
import type { Person } from '#src/platform/actor.ts'
import type { Deps } from '#src/platform/deps.ts'

/**
 * What stands for a console until one is configured: the page of company seals (H16), and for who neither manages nor
 * audits them the company's page, with what each may do.
 */
const ownConsole = { seals: '/home/company-space/admin-signatures', company: '/home/user/company-info' }

/**
 * Where a company is managed, for whoever's role lets in: the configured console, else our own pages (checklist C85,
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
  if (config.consoleUrl) return { consoleUrl: config.consoleUrl }
  return { consoleUrl: seesSeals(space.rights) ? ownConsole.seals : ownConsole.company }
}
