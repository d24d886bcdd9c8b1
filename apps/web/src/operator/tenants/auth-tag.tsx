import type { Tenant } from '@moqi/api/tenant'
import { authBadges } from '@moqi/domain/labels/status-labels'
import { Tag, type Tone } from '../../ui/tag.tsx'

const tones: Readonly<Record<Tenant['spaceStatus'], Tone>> = {
  notAuth: 'grey',
  inPersonAuth: 'blue',
  inCompanyAuth: 'blue',
  passAuth: 'green',
  rejectPersonAuth: 'ochre',
  rejectCompanyAuth: 'ochre',
}

/** How far a space is authenticated. */
export const AuthTag = ({ status }: { status: Tenant['spaceStatus'] }) => (
  <Tag tone={tones[status]}>{authBadges[status].label}</Tag>
)
