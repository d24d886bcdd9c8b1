import { hash } from 'node:crypto'
import { ProvenWill, Reading } from '@moqi/evidence/log-record'
import { z } from 'zod'
import type { SigningIntent } from '#src/cores/signer/signing-intent.ts'
import type { Deps } from '#src/platform/deps.ts'
import { derived } from '#src/platform/keys/key-encryption-key.ts'
import { seal, unseal } from '#src/platform/keys/sealed.ts'
import type { ApprovalPlace, ApprovalRow } from './application.ts'

const Intent = z.object({
  signId: z.string(),
  consent: z.string(),
  will: ProvenWill,
  reading: Reading.nullable().default(null),
  choices: z.array(
    z.object({
      areaId: z.string(),
      sealId: z.string().optional(),
      writing: z.string().optional(),
      value: z.string().optional(),
    }),
  ),
})

const keyOf = ({ derivationKey }: Pick<Deps, 'derivationKey'>) => derived(derivationKey, 'seal approval')
const purposeOf = ({ tenantId, approvalId }: ApprovalPlace) => `${tenantId} ${approvalId}`

/** An intent as an application keeps it: sealed, and named by its hash. */
export function sealedIntent(
  deps: Pick<Deps, 'derivationKey'>,
  place: ApprovalPlace,
  intent: SigningIntent,
): Pick<ApprovalRow, 'sealed_intent' | 'intent_sha256'> {
  const text = JSON.stringify(intent)
  return {
    sealed_intent: seal(keyOf(deps), purposeOf(place), Buffer.from(text)),
    intent_sha256: hash('sha256', text),
  }
}

/** The intent of an application. Throws when it was changed, or the server's secret was. */
export function openIntent(deps: Pick<Deps, 'derivationKey'>, row: ApprovalRow): SigningIntent {
  const place = { tenantId: row.tenant_id, approvalId: row.approval_id }
  const { signId, consent, will, reading, choices } = Intent.parse(
    JSON.parse(unseal(keyOf(deps), purposeOf(place), row.sealed_intent).toString()),
  )
  return {
    signId,
    consent,
    will,
    reading,
    choices: choices.map(({ areaId, sealId, writing, value }) => ({
      areaId,
      ...(sealId !== undefined && { sealId }),
      ...(writing !== undefined && { writing }),
      ...(value !== undefined && { value }),
    })),
  }
}
