import type { TicketInfo, TicketStep } from '@moqi/api/open-sign'
import { useState } from 'react'
import { FormFault } from '../../ui/field.tsx'
import { AuthUnderWay } from '../../kit/authentication/person-auth-result.tsx'
import { PersonAuthForm } from '../../kit/authentication/person-auth-form.tsx'
import '../../kit/authentication/authentication.css'
import { NotMe } from './not-me.tsx'
import { FlowFrame } from './flow-frame.tsx'
import { useOwnAuth } from './use-own-auth.ts'

type RealNameStepProps = { info: TicketInfo; state: TicketStep; onSubmitted: () => void }

/** Real-name authentication under the invited name, and no other: the contract is that person's (checklist I10). */
export function RealNameStep({ info, state, onSubmitted }: RealNameStepProps) {
  const [rejected, setRejected] = useState<string | null>(null)
  const [wrongName, setWrongName] = useState(false)
  const { data, refetch } = useOwnAuth('invited', onSubmitted)
  if (data?.isAuthed === 'inPersonAuth')
    return (
      <FlowFrame step="2 / 3">
        <AuthUnderWay busy={false} onRefresh={() => void refetch()} />
      </FlowFrame>
    )
  const reason = rejected ?? (data?.isAuthed === 'rejectPersonAuth' ? data.reason : null)
  return (
    <FlowFrame step="2 / 3">
      <FormFault>{reason && `实名认证未通过：${reason}`}</FormFault>
      <PersonAuthForm
        lockedName={state.signerName}
        trials={data?.trialArray}
        onSubmitted={(fault) => {
          setRejected(fault)
          void refetch()
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
