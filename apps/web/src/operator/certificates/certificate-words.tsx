import { type CertificateState, certificateStates } from '@moqi/domain/operators/certificate'
import { Tag, type Tone } from '../../ui/tag.tsx'

const tones: Readonly<Record<CertificateState, Tone>> = {
  valid: 'green',
  ending: 'ochre',
  ended: 'grey',
  revoked: 'void',
}

/** Where a certificate stands. */
export const StateTag = ({ state }: { state: CertificateState }) => (
  <Tag tone={tones[state]}>{certificateStates[state]}</Tag>
)

/** The page of one certificate. */
export const certificatePath = (certificateId: string): string =>
  `/certificates/one?${new URLSearchParams({ certificateId })}`
