import type { SignDetail } from '@moqi/api/task'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { showRefusal } from '../../client/call-error.ts'
import { useRepeatKey } from '../../client/use-repeat-key.ts'
import { useNavigate, useSearchParams } from '../../router/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { success, warn } from '../../ui/toast-store.ts'
import { contractKeys, refreshContracts } from '../../kit/contract/contract-keys.ts'
import { viewPath } from '../../kit/contract/contract-paths.ts'
import type { LaunchDraft } from '../../kit/draft/draft.ts'
import { sideName } from '../../kit/party/side-name.ts'
import { placingFault } from '../../kit/placing/placing-faults.ts'
import { PlacingStep } from '../../kit/placing/placing-step.tsx'
import { usePlacing } from '../../kit/placing/use-placing.ts'
import { AddPartyFrame } from './add-party-frame.tsx'

/** Second step: where the new party signs, with the others' places in sight. */
export function PlacesStep({ detail, draft }: { detail: SignDetail; draft: LaunchDraft }) {
  const { signId } = detail
  const navigate = useNavigate()
  const [query, setQuery] = useSearchParams()
  const [busy, setBusy] = useState(false)
  const key = useRepeatKey()
  const placing = usePlacing(draft)
  const others = useQuery({
    queryKey: [...contractKeys.all, 'places', signId],
    queryFn: ({ signal }) => call('listPlaces', { signId }, { signal }),
  })
  const onBack = () => {
    const before = new URLSearchParams(query)
    before.delete('step')
    setQuery(before)
  }
  const onAdd = async () => {
    const fault = placingFault(draft, placing.areas)
    if (fault) {
      warn(fault.message)
      return placing.showFault(fault)
    }
    const [party] = draft.parties
    if (!party || busy) return
    setBusy(true)
    try {
      const { signerName: name, phone, companyName } = party
      const company = party.kind === 'company' ? { companyName } : {}
      const input = { signId, name, phone, ...company, positionArray: [...placing.areas] }
      await call('addParty', input, { key: key(input) })
    } catch (refusal) {
      return showRefusal(refusal)
    } finally {
      setBusy(false)
    }
    success('签署方已添加，已通知各方')
    void refreshContracts()
    await navigate(viewPath(detail), { replace: true })
  }
  return (
    <AddPartyFrame
      step={1}
      detail={detail}
      flush
      actions={
        <>
          <Button onClick={onBack}>上一步</Button>
          <Button variant="primary" busy={busy} onClick={() => void onAdd()}>
            确定添加
          </Button>
        </>
      }
    >
      <PlacingStep
        draft={draft}
        placing={placing}
        others={others.data?.positionArray ?? []}
        nameOf={(signerNo) => sideName(signerNo - 1)}
      />
    </AddPartyFrame>
  )
}
