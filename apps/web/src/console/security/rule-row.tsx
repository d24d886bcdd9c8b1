import type { SecurityRules } from '@moqi/api/company-security'
import type { ReactNode } from 'react'

/** What each rule is given: the rules as they were read, and how to read them anew, with the version they have now. */
export type RuleProps = { rules: SecurityRules; onChanged: (version?: number) => void }

type RuleRowProps = { title: string; act: ReactNode; children: ReactNode; more?: ReactNode }

/** One rule: what it is called, what it does to people, and how it is changed. */
export const RuleRow = ({ title, act, children, more }: RuleRowProps) => (
  <li className="sec-rule">
    <div>
      <h3>{title}</h3>
      <p className="small muted">{children}</p>
    </div>
    <div className="sec-act">{act}</div>
    {more && <div className="sec-more">{more}</div>}
  </li>
)
