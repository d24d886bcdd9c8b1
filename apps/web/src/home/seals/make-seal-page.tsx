import type { CompanySeal } from '@moqi/api/company-seal'
import type { Output } from '@moqi/api/call'
import type { Table } from '@moqi/api/table'
import {
  purposeTable,
  type SealForm,
  sealForms,
  type SealPurpose,
  type SealShape,
} from '@moqi/domain/seals/company-seal'
import { sealLifecycle } from '@moqi/domain/seals/seal-lifecycle'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { useSpace } from '../../client/space-store.ts'
import { useNavigate, useSearchParams } from '../../router/hooks.ts'
import { Navigate } from '../../router/link.tsx'
import { orNull } from '../../client/stored-shape.ts'
import { useKept } from '../../client/use-kept.ts'
import { hasRight } from '../../kit/space/space-facts.ts'
import { LoadingFailed } from '../../ui/loading-failed.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { WizardFrame } from '../../ui/wizard-frame.tsx'
import { type Carving, isCarvingOf, remade, usualCarving } from './carving.ts'
import { CarvingStep } from './carving-step.tsx'
import { MadeStep } from './made-step.tsx'
import { backToSeals, makingSteps } from './making-steps.ts'
import { type MakingWay, PurposeStep } from './purpose-step.tsx'
import { ReviewStep } from './review-step.tsx'
import { readSealsAnew, sealKeys } from './seal-keys.ts'
import { sealPath } from './seal-paths.ts'
import { type Uploading, UploadStep } from './upload-step.tsx'

type Making = Output<Table['getSealMaking']>

/**
 * Makes a seal of the company from its registered name, or from a picture of the real one (domain 4.6); with `sealId`
 * another picture for one that was refused, or another carving of one that has ended.
 */
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
  const [params] = useSearchParams()
  const sealId = params.get('sealId')
  const known = useQuery({
    queryKey: sealKeys.one(sealId ?? ''),
    queryFn: ({ signal }) => call('getCompanySeal', { sealId: sealId ?? '' }, { signal, quiet: true }),
    enabled: sealId !== null,
    retry: false,
  })
  if (making.data && !known.isLoading) return <Steps making={making.data} known={known.data ?? null} />
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

function Steps({ making, known }: { making: Making; known: CompanySeal | null }) {
  const navigate = useNavigate()
  const { companyName } = making
  const [typed, type] = useKept<Carving | null>('carving', orNull(isCarvingOf(companyName)), () => null)
  const [begun, begin] = useState(known && sealLifecycle.isEnd(known.sealStatus) ? remade(known, companyName) : null)
  const carving = typed ?? begun
  const setCarving = (next: Carving | null) => {
    begin(null)
    type(next)
  }
  const [purpose, choose] = useState<SealPurpose | null>(
    () => making.purposeArray.find(({ reason }) => reason === null)?.sealPurpose ?? null,
  )
  const [made, setMade] = useState<CompanySeal | null>(null)
  const [way, setWay] = useState<MakingWay>('carve')
  const [uploading, setUploading] = useState<Uploading | null>(
    known?.sealStatus === 'auditFailed' ? uploadAgain(known) : null,
  )
  if (made?.sealStatus === 'auditing') return <ReviewStep seal={made} />
  if (made) {
    const another = () => {
      setMade(null)
      setCarving(null)
      setUploading(null)
      void readSealsAnew()
    }
    return <MadeStep seal={made} onAgain={another} />
  }
  const kept = (seal: CompanySeal) => {
    setMade(seal)
    setCarving(null)
    void readSealsAnew()
  }
  if (uploading) {
    const back = () => (uploading.sealId ? void navigate(sealPath(uploading.sealId)) : setUploading(null))
    return <UploadStep making={making} uploading={uploading} onBack={back} onMade={kept} />
  }
  if (carving) {
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
    const usual = usualCarving(purpose, companyName, purposeTable[purpose].most === 1 ? 0 : taken)
    if (way === 'carve') setCarving(usual)
    else setUploading({ purpose, name: usual.name, width: usualWidth(usual.design.form) })
  }
  return <PurposeStep making={making} way={way} onWay={setWay} purpose={purpose} onChoose={choose} onNext={next} />
}

const uploadAgain = ({ sealId, sealPurpose, sealName, width }: CompanySeal): Uploading => ({
  sealId,
  purpose: sealPurpose,
  name: sealName,
  width,
})

/** How wide a seal of that form is, mm. */
function usualWidth(form: SealForm): number {
  const shape: SealShape = sealForms[form]
  if (shape.kind === 'round') return shape.diameter
  return shape.kind === 'oval' ? shape.width : shape.side
}
