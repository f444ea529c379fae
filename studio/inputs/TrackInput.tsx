import { Button, Stack } from '@sanity/ui'
import { useToast } from '@sanity/ui/toast'
import { useTransition } from 'react'
import { type ObjectInputProps, set, useClient } from 'sanity'
import { apiVersion } from '@/lib/content/reading/config'
import { getProperty } from '@/lib/errorCode'
import { convertSrtToVtt, fetchTrack } from '@/studio/checks/webVtt'

/** The validation message for which the input shows a button. */
export const srtMessage = 'This is an SRT file, which browsers can’t show. Click “Convert to WebVTT”.'

/** Edits a file of captions or descriptions. A button converts an SRT file to WebVTT. */
export function TrackInput(props: ObjectInputProps) {
  const { value, onChange, readOnly, renderDefault, validation } = props
  const client = useClient({ apiVersion })
  const { push } = useToast()
  const [isConverting, startConversion] = useTransition()

  async function convert() {
    try {
      const { name, text } = await fetchTrack(client, String(getProperty(value?.asset, '_ref')))
      const file = new Blob([convertSrtToVtt(text)], { type: 'text/vtt' })
      const filename = `${name.replace(/\.\w+$/, '')}.vtt`
      const asset = await client.assets.upload('file', file, { filename, contentType: 'text/vtt' })
      onChange(set({ _type: 'reference', _ref: asset._id }, ['asset']))
    } catch {
      push({ status: 'error', title: 'The file couldn’t be converted. Try again.' })
    }
  }

  return (
    <Stack gap={3}>
      {renderDefault(props)}
      {!readOnly && validation.some(({ message }) => message === srtMessage) && (
        <div>
          <Button
            mode="ghost"
            fontSize={1}
            text="Convert to WebVTT"
            loading={isConverting}
            onClick={() => startConversion(convert)}
          />
        </div>
      )}
    </Stack>
  )
}
