import type { SealInfo } from '@moqi/api/shapes'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { CallRefusal, showRefusal } from '../../client/call-error.ts'
import { Button } from '../../ui/button.tsx'
import { LoadingFailed } from '../../ui/loading-failed.tsx'
import { SealImage } from '../../ui/seal-image.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { sizeText } from '../../ui/size-text.ts'

const styleNames: Record<string, string> = {
  square: '方章',
  rectangle: '长方章',
  rectanglePlain: '无框长方章',
}

/** The styles a personal seal can have, drawn with the registered name; one is kept (checklist C38, C39). */
export function NewPersonalSeal({ onMade }: { onMade: (seal: SealInfo) => void }) {
  const [style, setStyle] = useState<string | null>(null)
  const drawn = useQuery({
    queryKey: ['seals', 'styles'],
    queryFn: ({ signal }) => call('makePersonSealImg', {}, { signal }).then(({ sealImgArray }) => sealImgArray),
    staleTime: Infinity,
  })
  const making = useMutation({
    mutationFn: (sealStyle: string) => call('addPersonSeal', { sealStyle }),
    onSuccess: onMade,
    onError: showRefusal,
  })
  if (drawn.error instanceof CallRefusal) return <p className="muted">{drawn.error.message}</p>
  if (drawn.error) return <LoadingFailed onRetry={() => void drawn.refetch()} busy={drawn.isFetching} />
  if (!drawn.data) return <Skeleton rows={2} height={72} />
  const chosen = style ?? drawn.data[0]?.sealStyle
  return (
    <div className="new-seal">
      <div className="picks" role="group" aria-label="个人印章样式">
        {drawn.data.map((one, index) => (
          <button
            key={one.sealStyle}
            type="button"
            aria-pressed={one.sealStyle === chosen}
            onClick={() => setStyle(one.sealStyle)}
          >
            <span className="pick-art">
              <SealImage src={one.sealImg} alt="" width={one.width} height={one.height} mm={2.6} />
            </span>
            <span className="pick-name">
              <b>{styleNames[one.sealStyle] ?? `样式${index + 1}`}</b>
              <span className="small muted">{sizeText(one)}</span>
            </span>
            {one.sealStyle === chosen && (
              <i>
                <Check size={12} strokeWidth={3} />
              </i>
            )}
          </button>
        ))}
      </div>
      <Button variant="primary" size="l" block busy={making.isPending} onClick={() => chosen && making.mutate(chosen)}>
        制作并使用
      </Button>
    </div>
  )
}
