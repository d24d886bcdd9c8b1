import { usualDesign } from '@moqi/domain/seals/company-seal'
import { companySeal } from '@moqi/signing/seal-art/draw-company-seal'
import { personSeal, SealNotDrawable } from '@moqi/signing/seal-art/draw-seal'
import { type Db, isDuplicate } from '#src/platform/database/database.ts'
import { inTenant } from '#src/platform/database/transaction.ts'
import type { Deps } from '#src/platform/deps.ts'
import type { JobPayloads } from '#src/platform/jobs/jobs.ts'
import { keepSeal, type NewSeal } from '#src/cores/seal/keep-seal.ts'

type Making = Pick<Deps, 'blobs' | 'newId' | 'now'>

/** A person's first seal: square, with the registered name. Answers its id; null when the space has one already. */
export function addFirstPersonSeal(
  deps: Making,
  tx: Db,
  { tenantId, accountId, name, since = 0 }: { tenantId: string; accountId: string; name: string; since?: number },
): Promise<string | null> {
  const seal = { tenantId, accountId, kind: 'person', name: '个人印章' } as const
  return addFirst(deps, tx, seal, { since, draw: () => personSeal(name, 'square') })
}

/** A company's first seal: the round 公章. Answers its id; null when the space has one already. */
export function addCompanySeal(
  deps: Making,
  tx: Db,
  { tenantId, companyName }: { tenantId: string; companyName: string },
): Promise<string | null> {
  const design = usualDesign('official', companyName)
  const company = { purpose: 'official', design, holder: null } as const
  const seal = { tenantId, accountId: null, kind: 'company', name: '公章', company } as const
  const draw = () => companySeal(design, { companyName, creditCode: '', legalName: null })
  return addFirst(deps, tx, seal, { since: 0, draw })
}

function addFirst(
  deps: Making,
  tx: Db,
  seal: Pick<NewSeal, 'tenantId' | 'accountId' | 'kind' | 'name' | 'company'>,
  { since, draw }: { since: number; draw: () => NewSeal['image'] },
): Promise<string | null> {
  return inTenant(tx, seal.tenantId, async () => {
    if (await hasSeal(tx, seal, since)) return null
    const { seal_id } = await keepSeal(deps, tx, { ...seal, color: 'red', isDefault: true, image: draw() })
    return seal_id
  })
}

/**
 * Gives an authenticated space its first seal; again and again it does nothing more. A name with characters the font
 * lacks gets none: its owner is offered handwriting or an upload instead.
 */
export async function makeFirstSeal(
  deps: Making & Pick<Deps, 'db' | 'log'>,
  { tenantId, accountId, since = 0 }: JobPayloads['makeFirstSeal'],
): Promise<void> {
  const space = await deps.db.directory((directory) =>
    directory
      .selectFrom('space')
      .where('tenant_id', '=', tenantId)
      .where('auth_status', '=', 'passAuth')
      .select(['kind', 'name'])
      .executeTakeFirst(),
  )
  if (!space) return
  const { kind, name } = space
  try {
    await deps.db.write(tenantId, (tx) =>
      kind === 'person'
        ? addFirstPersonSeal(deps, tx, { tenantId, accountId, name, since })
        : addCompanySeal(deps, tx, { tenantId, companyName: name }),
    )
  } catch (error) {
    if (error instanceof SealNotDrawable) deps.log(`no first seal for space ${tenantId}: ${error.message}`)
    else if (!isDuplicate(error)) throw error
  }
}

async function hasSeal(
  tx: Db,
  { tenantId, accountId }: Pick<NewSeal, 'tenantId' | 'accountId'>,
  since: number,
): Promise<boolean> {
  const found = await tx
    .selectFrom('seal')
    .where('tenant_id', '=', tenantId)
    .where('account_id', accountId === null ? 'is' : '=', accountId)
    .where('kind', '=', accountId === null ? 'company' : 'person')
    .where('created_at', '>=', since)
    .where('status', '<>', 'revoked')
    .select('seal_id')
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
