import { useState } from 'react'
import { call } from '../../client/call.ts'
import { CallRefusal } from '../../client/call-error.ts'
import { LeanFrame } from '../../kit/frame/lean-frame.tsx'
import { hrefOf } from '../../router/leave.ts'
import { Button } from '../../ui/button.tsx'
import { FormFault } from '../../ui/field.tsx'
import { Demonstration } from './face-page.tsx'
import { FaceShape } from './face-shape.tsx'

/** As long as somebody would look into a camera, ms. */
const lookMs = 1500

/** /face/trial: what stands for the gateway's page in the demonstration. It opens no camera, and says so. */
export function FaceTrial({ authid }: { authid: string }) {
  const [looking, setLooking] = useState(false)
  const [fault, setFault] = useState('')
  const play = async () => {
    setLooking(true)
    setFault('')
    try {
      await Promise.all([call('playFace', { authid }, { quiet: true }), new Promise((end) => setTimeout(end, lookMs))])
      location.replace(hrefOf(`/open/personAuth/authSuccess?authid=${encodeURIComponent(authid)}`))
    } catch (error) {
      setLooking(false)
      setFault(error instanceof CallRefusal ? error.message : '网络不稳定，请稍后重试')
    }
  }
  return (
    <LeanFrame out={<span>模拟核验机构</span>}>
      <h1>模拟刷脸</h1>
      <p className="lean-sub">正式环境在此进入核验机构的页面，由其打开摄像头。</p>
      <Demonstration />
      <FaceShape looking={looking} />
      <p className="face-said" role="status">
        {looking ? '正在模拟比对…' : '点击下方按钮，模拟眨眼和比对'}
      </p>
      <div className="face-form">
        <FormFault>{fault}</FormFault>
        <Button variant="primary" size="xl" block busy={looking} onClick={() => void play()}>
          模拟刷脸完成
        </Button>
      </div>
    </LeanFrame>
  )
}
