import { Button, Stack } from '@sanity/ui'
import { useToast } from '@sanity/ui/toast'
import { useEffect, useState } from 'react'
import { type ObjectInputProps, set, useClient } from 'sanity'
import { apiVersion } from '@/lib/content/reading/config'
import { getProperty } from '@/lib/errorCode'
import { convertSrtToVtt, fetchTrack, fetchTrackFormat } from '@/studio/checks/webVtt'

/** A file of captions or descriptions, with a button that converts an SRT file to WebVTT. */
export function TrackInput(props: ObjectInputProps) {
  const { value, onChange, readOnly, renderDefault } = props
  const client = useClient({ apiVersion })
  const { push } = useToast()
  const [srtRef, setSrtRef] = useState<string>()
  const [isConverting, setIsConverting] = useState(false)
  const ref = String(getProperty(value?.asset, '_ref') ?? '')

  useEffect(() => {
    if (!ref) return
    // Without a result, the form has no button, and the validation of the field is skipped, too.
    fetchTrackFormat(client, ref).then(
      (format) => setSrtRef(format === 'srt' ? ref : undefined),
      () => undefined,
    )
  }, [client, ref])

  async function convert() {
    setIsConverting(true)
    try {
      const { name, text } = await fetchTrack(client, ref)
      const file = new Blob([convertSrtToVtt(text)], { type: 'text/vtt' })
      const filename = `${name.replace(/\.\w+$/, '')}.vtt`
      const asset = await client.assets.upload('file', file, { filename, contentType: 'text/vtt' })
      onChange(set({ _type: 'reference', _ref: asset._id }, ['asset']))
    } catch {
      push({ status: 'error', title: 'The file couldn’t be converted. Try again.' })
    }
    setIsConverting(false)
  }

  return (
    <Stack gap={3}>
      {renderDefault(props)}
      {ref && srtRef === ref && !readOnly && (
        <div>
          <Button
            mode="ghost"
            fontSize={1}
            text="Convert to WebVTT"
            loading={isConverting}
            onClick={() => void convert()}
          />
        </div>
      )}
    </Stack>
  )
}
