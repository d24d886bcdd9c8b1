import { sealColorLabels } from '@moqi/domain/seals/seal-colors'
import { sealPicture } from '@moqi/domain/seals/seal-picture'
import { ImageUp, RefreshCw } from 'lucide-react'
import { useId, useState } from 'react'
import { FileDrop } from '../../ui/file-drop.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Slider } from '../../ui/slider.tsx'
import { Curtain } from './curtain.tsx'
import type { SealPictureState } from './use-seal-picture.ts'
import './seal-image-panel.css'

const accept = '.png,.jpg,.jpeg,image/png,image/jpeg'
const limits = `png、jpg，不超过${sealPicture.megabytes}MB，宽至少${sealPicture.leastWidth}像素`

type PanelProps = { thing: string; state: SealPictureState }

/** Choosing a picture of a seal or signature (`thing`) and cutting the ink out of it, before it is sent anywhere. */
export function SealImagePanel({ thing, state }: PanelProps) {
  const { made, refused } = state
  const fault = refused || (made?.fault ?? '')
  const said = fault || (made?.warning ?? '')
  return (
    <div className="seal-panel">
      {made ? <Chosen state={state} made={made} /> : <ToChoose thing={thing} state={state} />}
      <p className={fault ? 'seal-panel-said bad' : 'seal-panel-said'} role="status" hidden={!said}>
        {said}
      </p>
    </div>
  )
}

function ToChoose({ thing, state: { busy, choose } }: PanelProps) {
  return (
    <FileDrop accept={accept} className="seal-panel-drop" onFiles={([file]) => void choose(file)}>
      <ImageUp size={28} aria-hidden="true" />
      <b>{busy ? '正在打开图片 …' : `点击或将${thing}图片拖拽到此处`}</b>
      <span className="small muted">{limits}</span>
    </FileDrop>
  )
}

type ChosenProps = { state: SealPictureState; made: NonNullable<SealPictureState['made']> }

function Chosen({ state, made }: ChosenProps) {
  const { whole, setWhole, choose } = state
  return (
    <>
      <div className="seal-panel-head">
        <Segmented
          label="抠图方式"
          options={[
            { value: 'cut', label: '抠图' },
            { value: 'whole', label: '保留原图' },
          ]}
          value={whole ? 'whole' : 'cut'}
          onChange={(way) => setWhole(way === 'whole')}
        />
        <label className="link seal-panel-again">
          <RefreshCw size={16} />
          换一张图片
          <input
            type="file"
            className="sr"
            accept={accept}
            onChange={(event) => void choose(event.target.files?.[0])}
          />
        </label>
      </div>
      {made.cut ? (
        <Curtain photo={made.photo} cut={made.cut} />
      ) : (
        <img className="seal-panel-whole" src={made.photo} alt="原图" />
      )}
      {!whole && <Cutting state={state} />}
    </>
  )
}

function Cutting({ state: { inks, ink, setInk, tolerance, setTolerance } }: { state: SealPictureState }) {
  const [moving, setMoving] = useState(tolerance)
  const name = useId()
  return (
    <div className="seal-panel-tools">
      <Segmented
        label="笔迹颜色"
        options={inks.map((one) => ({ value: one, label: sealColorLabels[one] }))}
        value={ink}
        onChange={setInk}
      />
      <span id={name}>颜色容差</span>
      <Slider min={0} max={100} value={moving} aria-labelledby={name} onMove={setMoving} onRest={setTolerance} />
    </div>
  )
}
