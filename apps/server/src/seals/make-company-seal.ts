import type { companySeal } from '@moqi/api/company-seal'
import { Refusal } from '@moqi/domain/refusal'
import {
  purposeTable,
  type SealDesign,
  type SealOwner,
  type SealPurpose,
  sealPurposes,
  usualDesign,
} from '@moqi/domain/seals/company-seal'
import { sealLifecycle } from '@moqi/domain/seals/seal-lifecycle'
import { SealGlyphMissing } from '@moqi/signing/seal-art/draw-seal'
import { companySeal as drawCompanySeal } from '@moqi/signing/seal-art/draw-company-seal'
import { companyIdentity } from '#src/cores/identity/company-identity.ts'
import { keepSeal } from '#src/cores/seal/keep-seal.ts'
import { lockSeals } from '#src/cores/seal/lock-seals.ts'
import { nameTaken } from '#src/cores/seal/name-taken.ts'
import { addSealLog } from '#src/cores/seal/seal-log.ts'
import type { Member } from '#src/platform/actor.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { keepAnswer } from '#src/platform/idempotency.ts'
import { carveSeal, designOf, drawn } from './carve-seal.ts'
import { readCompanySeal } from './company-seals.ts'

/** The kinds of seal a company may make, each drawn as it usually is, and why no more of some. */
export const getSealMaking: Handler<typeof companySeal.getSealMaking> = async ({ db, config }, member) => {
  const owner = await requireCompany(db, member)
  const numbers = await db.read(member.tenantId, (tenant) => numbersOf(tenant, member.tenantId))
  const known = { ...owner, legalName: owner.legalName ?? '姓名' }
  return {
    companyName: owner.companyName,
    legalPersonName: owner.legalName,
    sealReview: config.sealReview,
    purposeArray: sealPurposes.map((sealPurpose) => ({
      sealPurpose,
      ...usualDrawing(sealPurpose, known),
      sealNumber: numbers.get(sealPurpose) ?? 0,
      reason: faultOfMaking(sealPurpose, numbers, owner, member),
    })),
  }
}

/** A seal as it would be, at true size; nothing is kept. */
export const makeCompanySealImg: Handler<typeof companySeal.makeCompanySealImg> = async ({ db }, member, input) =>
  drawn(carveSeal(designOf(input), await requireCompany(db, member)))

/** Carves a seal of the company and enables it at once: it reads the name that was authenticated. */
export const addCompanySeal: Handler<typeof companySeal.addCompanySeal> = async (deps, member, input) => {
  const { tenantId } = member
  const owner = await requireCompany(deps.db, member)
  const design = designOf(input)
  const image = carveSeal(design, owner)
  return deps.db.write(tenantId, async (tx) => {
    await lockSeals(tx, tenantId)
    await requireMakable(tx, member, owner, design.purpose)
    const made = { name: input.sealName, isDefault: input.isDefault === 1 }
    const { seal_id: sealId } = await keepSeal(deps, tx, companysSeal(member, design, { ...made, image })).catch(
      nameTaken,
    )
    await addSealLog(deps, tx, member, { tenantId, sealId, verb: 'make', detail: input.sealName })
    return keepAnswer(tx, deps, member, await readCompanySeal(tx, member, { sealId, now: deps.now() }))
  })
}

type Made = { name: string; isDefault: boolean; image: ReturnType<typeof carveSeal> }

const companysSeal = ({ tenantId, accountId }: Member, design: SealDesign, made: Made) => ({
  tenantId,
  accountId: null,
  kind: purposeTable[design.purpose].kind,
  color: design.color,
  company: { purpose: design.purpose, design, holder: design.purpose === 'legal' ? accountId : null },
  ...made,
})

/** Throws `seal/one-official`, or `field/invalid` where the member may not make another seal of the purpose. */
export async function requireMakable(tx: Db, member: Member, owner: SealOwner, purpose: SealPurpose): Promise<void> {
  const fault = faultOfMaking(purpose, await numbersOf(tx, member.tenantId), owner, member)
  if (fault !== null) throw purpose === 'official' ? new Refusal('seal/one-official') : wrongPurpose(fault)
}

const wrongPurpose = (message: string) => new Refusal('field/invalid', { field: 'sealPurpose', message })

/** The authenticated company the member acts in. Throws `session/forbidden`, `space/not-authenticated`. */
export async function requireCompany(db: Deps['db'], { tenantId, space }: Member): Promise<SealOwner> {
  if (space.kind !== 'company') throw new Refusal('session/forbidden')
  const owner = await db.directory((directory) => companyIdentity(directory, tenantId))
  if (!owner) throw new Refusal('space/not-authenticated')
  return owner
}

/** How many seals of each purpose can still sign, or will. */
async function numbersOf(tenant: Db, tenantId: string): Promise<Map<SealPurpose, number>> {
  const living = sealLifecycle.states.filter((state) => !sealLifecycle.isEnd(state))
  const rows = await tenant
    .selectFrom('seal')
    .where('tenant_id', '=', tenantId)
    .where('purpose', 'is not', null)
    .where('status', 'in', living)
    .groupBy('purpose')
    .select(({ fn }) => ['purpose', fn.countAll<number>().as('number')])
    .execute()
  return new Map(rows.flatMap(({ purpose, number }) => (purpose === null ? [] : [[purpose, Number(number)] as const])))
}

function faultOfMaking(
  purpose: SealPurpose,
  numbers: ReadonlyMap<SealPurpose, number>,
  { legalName }: SealOwner,
  member: Pick<Member, 'spaces'>,
): string | null {
  const { most, label } = purposeTable[purpose]
  if ((numbers.get(purpose) ?? 0) >= most) return most === 1 ? `${label}只能有一枚` : `${label}最多${most}枚`
  if (purpose !== 'legal') return null
  if (legalName === null) return '企业信息中没有法定代表人姓名'
  return realNameOf(member) === legalName ? null : `须由法定代表人${legalName}本人制作`
}

const realNameOf = ({ spaces }: Pick<Member, 'spaces'>): string | undefined =>
  spaces.find(({ kind, authStatus }) => kind === 'person' && authStatus === 'passAuth')?.name

/** The usual look of a purpose; empty where the font lacks a character of the name, which the form then says. */
function usualDrawing(purpose: SealPurpose, owner: SealOwner) {
  const usual = usualDesign(purpose, owner.companyName)
  try {
    return drawn(drawCompanySeal(usual, owner))
  } catch (cause) {
    if (!(cause instanceof SealGlyphMissing)) throw cause
    return { sealImg: '', width: 0, height: 0 }
  }
}
