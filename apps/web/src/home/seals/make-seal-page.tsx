import type { CompanySeal } from '@moqi/api/company-seal'
import type { Output } from '@moqi/api/call'
import type { Table } from '@moqi/api/table'
import { purposeTable, type SealPurpose } from '@moqi/domain/seals/company-seal'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { useSpace } from '../../client/space-store.ts'
import { Navigate } from '../../router/link.tsx'
import { orNull } from '../../client/stored-shape.ts'
import { useKept } from '../../client/use-kept.ts'
import { hasRight } from '../../kit/space/space-facts.ts'
import { LoadingFailed } from '../../ui/loading-failed.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { WizardFrame } from '../../ui/wizard-frame.tsx'
import { type Carving, isCarvingOf, usualCarving } from './carving.ts'
import { CarvingStep } from './carving-step.tsx'
import { MadeStep } from './made-step.tsx'
import { backToSeals, makingSteps } from './making-steps.ts'
import { PurposeStep } from './purpose-step.tsx'
import { readSealsAnew, sealKeys } from './seal-keys.ts'

type Making = Output<Table['getSealMaking']>

/** Makes a seal of the company from its registered name (domain 4.6). */
export function MakeSealPage() {
  const space = useSpace((state) => state.current)
  if (!space) return null
  if (space.spaceType !== 'company' || !hasRight(space, 'manageSeals')) return <Navigate replace to="/401" />
  return <MakeSeal tenantId={space.tenantId} />
}

function MakeSeal({ tenantId }: { tenantId: string }) {
  const making = useQuery({
    queryKey: sealKeys.making(tenantId),
    queryFn: ({ signal }) => call('getSealMaking', {}, { signal }),
  })
  if (making.data) return <Steps making={making.data} />
  return (
    <WizardFrame steps={makingSteps} current={0} back={backToSeals} name="制作印章" status="" actions={null}>
      {making.isError ? (
        <LoadingFailed onRetry={() => void making.refetch()} busy={making.isFetching} />
      ) : (
        <Skeleton rows={4} height={120} />
      )}
    </WizardFrame>
  )
}

function Steps({ making }: { making: Making }) {
  const { companyName } = making
  const [carving, setCarving] = useKept<Carving | null>('carving', orNull(isCarvingOf(companyName)), () => null)
  const [purpose, choose] = useState<SealPurpose | null>(
    () => making.purposeArray.find(({ reason }) => reason === null)?.sealPurpose ?? null,
  )
  const [made, setMade] = useState<CompanySeal | null>(null)
  if (made) {
    const again = () => {
      setMade(null)
      setCarving(null)
      void readSealsAnew()
    }
    return <MadeStep seal={made} onAgain={again} />
  }
  if (carving) {
    const kept = (seal: CompanySeal) => {
      setMade(seal)
      setCarving(null)
      void readSealsAnew()
    }
    return (
      <CarvingStep
        making={making}
        carving={carving}
        onChange={setCarving}
        onBack={() => setCarving(null)}
        onMade={kept}
      />
    )
  }
  const next = () => {
    if (!purpose) return
    const taken = making.purposeArray.find(({ sealPurpose }) => sealPurpose === purpose)?.sealNumber ?? 0
    setCarving(usualCarving(purpose, companyName, purposeTable[purpose].most === 1 ? 0 : taken))
  }
  return <PurposeStep making={making} purpose={purpose} onChoose={choose} onNext={next} />
}
