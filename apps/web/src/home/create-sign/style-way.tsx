import type { Output } from '@moqi/api/call'
import type { Table } from '@moqi/api/table'
import { type SealColor, sealColorLabels, sealColors } from '@moqi/domain/seals/seal-colors'
import { keysOf } from '@moqi/domain/keys-of'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState, type KeyboardEvent } from 'react'
import { call } from '../../client/call.ts'
import { CallRefusal } from '../../client/call-error.ts'
import { LoadingFailed } from '../../ui/loading-failed.tsx'
import { SealImage } from '../../ui/seal-image.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { sizeText } from '../../ui/size-text.ts'
import type { MadeSign } from './made-sign.ts'

type Drawn = Output<Table['makePersonSealImg']>['sealImgArray'][number]

const styleNames: Record<string, string> = {
  square: '朱文方章',
  squareReversed: '白文方章',
  rectangle: '有框姓名章',
  rectanglePlain: '无框姓名章',
}

/** The style and colour that are chosen, and what they make of the registered name. */
export function useStyleWay() {
  const [sealStyle, setStyle] = useState('square')
  const [sealColor, setColor] = useState<SealColor>('red')
  const drawn = useQuery({
    queryKey: ['seals', 'styles', sealColor],
    queryFn: ({ signal }) => call('makePersonSealImg', { sealColor }, { signal }),
    staleTime: Infinity,
    placeholderData: (before) => before,
  })
  const chosen = drawn.data?.sealImgArray.find((one) => one.sealStyle === sealStyle)
  const made: MadeSign | null = chosen
    ? { png: chosen.sealImg, width: chosen.width, height: chosen.height, input: { sealStyle, sealColor } }
    : null
  return { drawn, sealStyle, setStyle, sealColor, setColor, made }
}

type StyleState = ReturnType<typeof useStyleWay>

/** Styles of a name seal, drawn from the registered name. */
export function StyleWay({ state: { drawn, sealStyle, setStyle }, name }: { state: StyleState; name: string }) {
  return (
    <>
      <div className="spread sign-cap">
        <h2 className="h2">选择样式</h2>
        <span className="small muted">姓名取自实名认证：{name}</span>
      </div>
      {drawn.error instanceof CallRefusal && <p className="sign-refused">{drawn.error.message}</p>}
      {drawn.error && !(drawn.error instanceof CallRefusal) && (
        <LoadingFailed onRetry={() => void drawn.refetch()} busy={drawn.isFetching} />
      )}
      {drawn.isPending && <Skeleton rows={2} height={180} />}
      {drawn.data && <Styles drawn={drawn.data.sealImgArray} chosen={sealStyle} onChoose={setStyle} />}
    </>
  )
}

type StylesProps = { drawn: readonly Drawn[]; chosen: string; onChoose: (style: string) => void }

function Styles({ drawn, chosen, onChoose }: StylesProps) {
  const group = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key]
    if (by === undefined) return
    const now = drawn.findIndex(({ sealStyle }) => sealStyle === chosen)
    const next = drawn[(now + by + drawn.length) % drawn.length]
    if (!next) return
    event.preventDefault()
    onChoose(next.sealStyle)
    group.current?.querySelector<HTMLElement>(`[data-style="${next.sealStyle}"]`)?.focus()
  }
  return (
    <div ref={group} className="sign-styles" role="radiogroup" aria-label="样式" onKeyDown={onKeyDown}>
      {drawn.map((one) => (
        <button
          key={one.sealStyle}
          type="button"
          role="radio"
          data-style={one.sealStyle}
          aria-checked={one.sealStyle === chosen}
          tabIndex={one.sealStyle === chosen ? 0 : -1}
          onClick={() => onChoose(one.sealStyle)}
        >
          <span className="sign-art">
            <SealImage src={one.sealImg} alt="" width={one.width} height={one.height} />
          </span>
          <b>{styleNames[one.sealStyle] ?? one.sealStyle}</b>
          <span className="small muted">{sizeText(one)}</span>
        </button>
      ))}
    </div>
  )
}

/** The ink of a name seal. */
export function ColorChoice({ state: { sealColor, setColor } }: { state: StyleState }) {
  return (
    <fieldset className="sign-colors">
      <legend>颜色</legend>
      {keysOf(sealColors).map((color) => (
        <label key={color}>
          <input
            type="radio"
            name="sealColor"
            className="sr"
            checked={color === sealColor}
            onChange={() => setColor(color)}
          />
          <i style={{ background: sealColors[color] }} aria-hidden="true" />
          {sealColorLabels[color]}
        </label>
      ))}
    </fieldset>
  )
}
