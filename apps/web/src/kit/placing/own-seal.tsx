import type { SealInfo } from '@moqi/api/shapes'
import { useQuery } from '@tanstack/react-query'
import { createContext, useContext, type ReactNode } from 'react'
import { call } from '../../client/call.ts'
import { usePicture } from '../../client/picture.ts'
import { useSpace } from '../../client/space-store.ts'
import type { DraftParty } from '../draft/draft.ts'
import { SealSketch } from './seal-sketch.tsx'

/** The company seal that the own side will most likely use, and its picture. */
type OwnSeal = { signerNo: number; seal: SealInfo; src: string }

const OwnSealContext = createContext<OwnSeal | null>(null)

/** The default one of those that may be used. */
const preferred = (seals: readonly SealInfo[]): SealInfo | undefined => {
  const usable = seals.filter(({ sealType, sealPermission }) => sealType === 'company' && sealPermission !== 'none')
  return usable.find(({ isDefault }) => isDefault === 1) ?? usable[0]
}

/** Lets everything below show the own side's seal as it is, where another's is only sketched. */
export function OwnSealProvider({ parties, children }: { parties: readonly DraftParty[]; children: ReactNode }) {
  const space = useSpace((state) => state.current)
  const own = parties.find((party) => party.own && party.kind === 'company')
  const { data } = useQuery({
    queryKey: ['placing-seals', space?.tenantId ?? ''],
    queryFn: ({ signal }) => call('userSeals', { companyId: space?.companyId ?? '' }, { signal, quiet: true }),
    enabled: own !== undefined,
    staleTime: 60_000,
    retry: false,
  })
  const seal = preferred(data?.sealInfoArray ?? [])
  const src = usePicture(own && seal ? seal.sealImg : null)
  const value = own && seal && src ? { signerNo: own.signerNo, seal, src } : null
  return <OwnSealContext value={value}>{children}</OwnSealContext>
}

/** The seal of this party with its picture, if it is the own side's; null while it is not known. */
export function useOwnSeal(signerNo: number): Omit<OwnSeal, 'signerNo'> | null {
  const own = useContext(OwnSealContext)
  return own && own.signerNo === signerNo ? own : null
}

/** A party's seal filling its holder: the own side's as it is, another's as a sketch. */
export function SealOf({ signerNo }: { signerNo: number }) {
  const own = useOwnSeal(signerNo)
  return own ? <img className="seal-picture" src={own.src} alt="" draggable={false} /> : <SealSketch />
}
