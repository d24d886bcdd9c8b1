import type { GatewayName } from '@moqi/domain/operators/gateways'
import type { CertificateAuthority } from '@moqi/trust/certificates/certificate-authority'
import type { SigningAuthority } from '#src/platform/authority/signing-authority.ts'
import type { Deps } from '#src/platform/deps.ts'
import { gatewayFault } from './gateway-fault-text.ts'
import type { GatewayTally } from './tally.ts'

type Noting = Pick<GatewayTally, 'note'>

/** The same question, with its outcome noted. */
const noted =
  <A extends unknown[], T>({ note }: Noting, gateway: GatewayName, ask: (...args: A) => Promise<T>) =>
  async (...args: A): Promise<T> => {
    try {
      const answer = await ask(...args)
      note(gateway, null)
      return answer
    } catch (error) {
      note(gateway, gatewayFault(error))
      throw error
    }
  }

/** The gateways, with each question noted by how it ended. What a callback says is none. */
export function talliedGateways<D extends Pick<Deps, 'sms' | 'mail' | 'identity' | 'cashiers' | 'tally'>>(deps: D): D {
  const { sms, mail, identity, cashiers, tally } = deps
  return {
    ...deps,
    sms: { ...sms, send: noted(tally, 'sms', sms.send) },
    mail: { ...mail, send: noted(tally, 'mail', mail.send) },
    identity: {
      ...identity,
      checkPerson: noted(tally, 'identity', identity.checkPerson),
      personVerdict: noted(tally, 'identity', identity.personVerdict),
      checkCompany: noted(tally, 'identity', identity.checkCompany),
      face: identity.face && {
        ...identity.face,
        begin: noted(tally, 'identity', identity.face.begin),
        outcome: noted(tally, 'identity', identity.face.outcome),
      },
    },
    cashiers: cashiers.map((cashier) => ({
      ...cashier,
      open: noted(tally, cashier.channel, cashier.open),
      ask: noted(tally, cashier.channel, cashier.ask),
      close: noted(tally, cashier.channel, cashier.close),
      giveBack: noted(tally, cashier.channel, cashier.giveBack),
    })),
  }
}

/** The authority, with each time-stamp noted as `talliedGateways` does. */
export const talliedAuthority = (tally: Noting, authority: SigningAuthority): SigningAuthority => ({
  ...authority,
  timestamps: noted(tally, 'timestamp', authority.timestamps),
})

/** The same of whoever issues certificates. */
export const talliedCertificates = (tally: Noting, authority: CertificateAuthority): CertificateAuthority => ({
  issue: noted(tally, 'certificate', authority.issue),
})
