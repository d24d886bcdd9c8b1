import { authBadges } from '@moqi/domain/labels/status-labels'
import type { Space } from '../../client/space-store.ts'
import './auth-word.css'

const looks: Record<Space['spaceStatus'], string> = {
  notAuth: 'none',
  inPersonAuth: 'under-way',
  inCompanyAuth: 'under-way',
  passAuth: 'passed',
  rejectPersonAuth: 'rejected',
  rejectCompanyAuth: 'rejected',
}

/** The badge of an authentication status; 个人 or 企业 tells apart what colour would not (checklist S2). */
export function AuthWord({ status }: { status: Space['spaceStatus'] }) {
  const { label, of } = authBadges[status]
  return (
    <span className={`auth-word auth-${looks[status]}`}>
      {label}
      {of && <small>（{of}）</small>}
    </span>
  )
}
