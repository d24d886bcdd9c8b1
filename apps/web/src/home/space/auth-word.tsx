import type { Space } from '../../client/space-store.ts'
import './auth-word.css'

type Look = { label: string; kind: 'passed' | 'none' | 'under-way' | 'rejected'; sub?: string }

/** Checklist S2, domain.md 7.1: the two 认证中 and the two 认证失败 differ by a word, not by colour. */
const looks: Record<Space['spaceStatus'], Look> = {
  notAuth: { label: '未认证', kind: 'none' },
  inPersonAuth: { label: '认证中', kind: 'under-way', sub: '个人' },
  inCompanyAuth: { label: '认证中', kind: 'under-way', sub: '企业' },
  passAuth: { label: '已认证', kind: 'passed' },
  rejectPersonAuth: { label: '认证失败', kind: 'rejected', sub: '个人' },
  rejectCompanyAuth: { label: '认证失败', kind: 'rejected', sub: '企业' },
}

/** The badge of an authentication status. */
export function AuthWord({ status }: { status: Space['spaceStatus'] }) {
  const { label, kind, sub } = looks[status]
  return (
    <span className={`auth-word auth-${kind}`}>
      {label}
      {sub && <small>（{sub}）</small>}
    </span>
  )
}
