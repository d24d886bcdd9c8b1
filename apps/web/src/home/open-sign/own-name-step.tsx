import { useState } from 'react'
import { AuthUnderWay } from '../../kit/authentication/person-auth-result.tsx'
import { PersonAuthForm } from '../../kit/authentication/person-auth-form.tsx'
import { FormFault } from '../../ui/field.tsx'
import '../../kit/authentication/authentication.css'
import { FlowFrame } from './flow-frame.tsx'
import { useOwnAuth } from './use-own-auth.ts'

/** Real-name authentication under the own name, whatever it is: whoever scans a code was not named before. */
export function OwnNameStep({ onSubmitted }: { onSubmitted: () => void }) {
  const [rejected, setRejected] = useState<string | null>(null)
  const { data, refetch } = useOwnAuth('scanned', onSubmitted)
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
        trials={data?.trialArray}
        onSubmitted={(fault) => {
          setRejected(fault)
          void refetch()
        }}
      />
    </FlowFrame>
  )
}
