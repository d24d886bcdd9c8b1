import { type CertificatePurpose, challengeText, readChallenge } from '@moqi/domain/account/certificate-key'
import { accountLimits } from '@moqi/domain/account/limits'
import { hash } from 'node:crypto'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import type { Keyed } from '#src/platform/keys/keyed-hash.ts'
import { giveProof, useProof } from '#src/platform/proof.ts'
import { relyingParty } from './passkey.ts'

/** What a challenge is for, which certificate may sign it, and whom and what it binds, in words of its own. */
export type CertificateAsk = { purpose: CertificatePurpose; fingerprint: string; bound: readonly string[] }

type AskDeps = Pick<Deps, 'now' | 'config'> & Keyed

const subjectOf = ({ purpose, fingerprint, bound }: CertificateAsk) =>
  [purpose, fingerprint, bindingOf(bound)].join(' ')
const bindingOf = (bound: readonly string[]) => hash('sha256', bound.join('\n'))

const textOf = (deps: AskDeps, { purpose, fingerprint, bound }: CertificateAsk, nonce: string) =>
  challengeText({
    purpose,
    origin: relyingParty(deps).origin,
    certificate: fingerprint,
    binding: bindingOf(bound),
    nonce,
  })

/** Makes a challenge that one certificate key may sign once, within two minutes, of which a keyed hash is kept. */
export async function giveCertificateChallenge(
  deps: AskDeps & Pick<Deps, 'random'>,
  tx: Db,
  ask: CertificateAsk,
): Promise<string> {
  const lifeMs = accountLimits.certificateKey.challengeMs
  return textOf(deps, ask, await giveProof(deps, tx, { kind: 'certificate', subject: subjectOf(ask), lifeMs }))
}

/** Uses a challenge up. False when it is none of ours, late, used already, or of another purpose, key or binding. */
export async function useCertificateChallenge(
  deps: AskDeps,
  tx: Db,
  code: string,
  ask: CertificateAsk,
): Promise<boolean> {
  const nonce = readChallenge(code)?.nonce ?? ''
  const subject = await useProof(deps, tx, 'certificate', nonce)
  return subject === subjectOf(ask) && code === textOf(deps, ask, nonce)
}
