import type { TicketInfo, TicketStep } from '@moqi/api/open-sign'
import { useState } from 'react'
import { FormFault } from '../../ui/field.tsx'
import { PersonAuthForm } from '../../kit/authentication/person-auth-form.tsx'
import '../../kit/authentication/authentication.css'
import { NotMe } from './not-me.tsx'
import { FlowFrame } from './flow-frame.tsx'

type RealNameStepProps = { info: TicketInfo; state: TicketStep; onSubmitted: () => void }

/** Real-name authentication under the invited name, and no other: the contract is that person's (checklist I10). */
export function RealNameStep({ info, state, onSubmitted }: RealNameStepProps) {
  const [rejected, setRejected] = useState<string | null>(null)
  const [wrongName, setWrongName] = useState(false)
  return (
    <FlowFrame step="2 / 3">
      <FormFault>{rejected && `实名认证未通过：${rejected}`}</FormFault>
      <PersonAuthForm
        lockedName={state.signerName}
        onSubmitted={(reason) => {
          setRejected(reason)
          onSubmitted()
        }}
      />
      <p className="os-again os-centre">
        <button type="button" className="link" onClick={() => setWrongName(true)}>
          姓名不对？
        </button>
      </p>
      {wrongName && <NotMe info={{ ...info, signerName: state.signerName }} onClose={() => setWrongName(false)} />}
    </FlowFrame>
  )
}
