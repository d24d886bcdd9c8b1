import { randomBytes } from 'node:crypto'
import { rightsIn } from '@moqi/domain/spaces/rights'
import { createAccount } from '../apps/server/src/accounts/create-account.ts'
import { givePack } from '../apps/server/src/cores/quota/give-pack.ts'
import type { Member } from '../apps/server/src/platform/actor.ts'
import { inTenant } from '../apps/server/src/platform/database/transaction.ts'
import type { Deps } from '../apps/server/src/platform/deps.ts'
import { addFirstPersonSeal } from '../apps/server/src/seals/make-first-seal.ts'

/** A real-named person with a seal, acting in the personal space. */
export type Signer = { member: Member; sealId: string }

const given = [
  '伟',
  '静',
  '强',
  '敏',
  '磊',
  '洋',
  '艳',
  '勇',
  '军',
  '杰',
  '娟',
  '涛',
  '明',
  '超',
  '霞',
  '平',
  '刚',
  '红',
  '波',
  '丽',
  '健',
]
const startingQuota = 10_000

const surnames = ['王', '李']

/** Makes `count` people, at most 42, straight in the database: nobody types a captcha here. */
export async function castSigners(deps: Deps, count: number): Promise<Signer[]> {
  const names = surnames.flatMap((surname) => given.map((name) => surname + name))
  const signers: Signer[] = []
  for (const [index, name] of names.slice(0, count).entries()) {
    signers.push(await castSigner(deps, name, `139${String(index).padStart(8, '0')}`))
  }
  return signers
}

async function castSigner(deps: Deps, name: string, phone: string): Promise<Signer> {
  const { accountId, tenantId, sealId } = await deps.db.directoryWrite(async (tx) => {
    const made = await createAccount(deps, tx, { phone, nickName: name })
    await tx
      .updateTable('space')
      .set({ name, auth_status: 'passAuth' })
      .where('tenant_id', '=', made.tenantId)
      .execute()
    await inTenant(tx, made.tenantId, () =>
      givePack(deps, tx, made.tenantId, { kind: 'gift', total: startingQuota, expiresAt: null }),
    )
    return { ...made, sealId: await addFirstPersonSeal(deps, tx, { ...made, name }) }
  })
  if (!sealId) throw new Error(`${name} has no seal`)
  const rights = rightsIn({ spaceType: 'person', isSpaceOwner: true, roleRights: null })
  const space = {
    tenantId,
    companyId: null,
    kind: 'person',
    name,
    authStatus: 'passAuth',
    isOwner: true,
    willRule: null,
    signInCode: null,
    providerOnly: false,
    frozen: null,
    entry: null,
    groupHold: null,
    role: 'administrator',
    closesAt: null,
    rights,
  } as const
  return {
    sealId,
    member: {
      address: '127.0.0.1',
      userAgent: 'bench',
      token: null,
      accountId,
      nickName: name,
      phone,
      sessionHash: randomBytes(32),
      expireTime: deps.now(),
      spaces: [space],
      repeat: null,
      tenantId,
      space,
    },
  }
}
