import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { AuthUnderWay } from '../../kit/authentication/person-auth-result.tsx'
import { PersonAuthForm } from '../../kit/authentication/person-auth-form.tsx'
import { FormFault } from '../../ui/field.tsx'
import '../../kit/authentication/authentication.css'
import { FlowFrame } from './flow-frame.tsx'

/** Real-name authentication under the own name, whatever it is: whoever scans a code was not named before. */
export function OwnNameStep({ onSubmitted }: { onSubmitted: () => void }) {
  const [rejected, setRejected] = useState<string | null>(null)
  const { data, refetch } = useQuery({
    queryKey: ['person-auth', 'scanned'],
    queryFn: async ({ signal }) => {
      const own = await call('getAuthInfo', {}, { signal, quiet: true })
      if (own.isAuthed === 'passAuth') onSubmitted()
      return own
    },
    // A verdict that comes later shows by itself.
    refetchInterval: (query) => (query.state.data?.isAuthed === 'inPersonAuth' ? 3000 : false),
  })
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
