import { useQuery } from '@tanstack/react-query'
import { call } from '../../client/call.ts'
import { SelectField } from '../../ui/select-field.tsx'

type TakenPackProps = {
  tenantId: string
  /** Packs are seen by whoever looks into the space. */
  isLooking: boolean
  packId: string
  onChange: (packId: string) => void
}

/** Out of which pack 份 are taken back. */
export function TakenPack({ tenantId, isLooking, packId, onChange }: TakenPackProps) {
  const { data } = useQuery({
    queryKey: ['operator-look', tenantId, 'packs'],
    queryFn: ({ signal }) => call('tenantPacks', { tenantId }, { signal, quiet: true }),
    enabled: isLooking,
    retry: false,
    gcTime: 0,
  })
  if (!isLooking) return <p className="muted">份包写明原因后才能看。请先“写明原因并查看”，再来收回。</p>
  const packs = data?.packArray.filter(({ remaining }) => remaining > 0) ?? []
  return (
    <SelectField
      label="从哪个份包收回"
      value={packId}
      options={[
        { value: '', label: '请选择' },
        ...packs.map((pack) => ({ value: pack.packId, label: `${pack.packName}，剩${pack.remaining}份` })),
      ]}
      onChange={onChange}
    />
  )
}
