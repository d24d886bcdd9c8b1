import { useQuery } from '@tanstack/react-query'
import { call } from '../../client/call.ts'
import { usePicture } from '../../client/picture.ts'
import { SealImage } from '../../ui/seal-image.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

/** What one signs with in the present space: the default seal at its true size. */
export function SignatureCard() {
  const { data, isPending } = useQuery({
    queryKey: ['user-seals'],
    queryFn: ({ signal }) => call('userSeals', {}, { signal }).then(({ sealInfoArray }) => sealInfoArray),
  })
  const seal = data?.[0]
  const picture = usePicture(seal?.sealImg ?? null)
  return (
    <section className="card info-sign" aria-labelledby="info-sign" aria-busy={isPending}>
      <h2 id="info-sign" className="h2">
        默认印章
      </h2>
      <div className="info-art">
        {isPending && <Skeleton height={96} />}
        {seal && picture && (
          <SealImage src={picture} alt={seal.sealName} width={seal.width} height={seal.height} mm={3.78} />
        )}
        {!isPending && !seal && <p className="muted">当前空间还没有可用的印章</p>}
      </div>
      {seal && (
        <p className="info-seal small muted">
          <span className="clip">{seal.sealName}</span>
          <span>
            {seal.width} × {seal.height} mm
          </span>
        </p>
      )}
    </section>
  )
}
