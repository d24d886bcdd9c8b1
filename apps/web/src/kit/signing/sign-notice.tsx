import { Ban, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import './sign-notice.css'

type SignNoticeProps = { tone: 'ochre' | 'seal'; title: string; children?: ReactNode }

/** Why a contract is not simply signed here, above the ways on: `seal` where it cannot be signed at all. */
export function SignNotice({ tone, title, children }: SignNoticeProps) {
  const Icon = tone === 'seal' ? Ban : TriangleAlert
  return (
    <div className={`sign-notice sign-notice-${tone}`} role="status">
      <Icon size={20} aria-hidden="true" />
      <p>
        <b>{title}</b>
        {children && <span>{children}</span>}
      </p>
    </div>
  )
}
