import { Card, Stack, Text } from '@sanity/ui'
import { type ArrayOfObjectsInputProps, useFormValue } from 'sanity'
import { computeTotalValue, formatOfferMoney } from '@/lib/content/text/offerValues'

type Value = { _key: string; amount?: number }

/** Edits the values of the offer, and shows their computed total. */
export function OfferValuesInput(props: ArrayOfObjectsInputProps<Value>) {
  const currency = String(useFormValue(['currency']) ?? 'usd')
  return (
    <Stack gap={3}>
      {props.renderDefault(props)}
      <Card padding={3} radius={2} tone="primary">
        <Text size={1}>
          <output>
            Total of these values:{' '}
            {formatOfferMoney(computeTotalValue({ values: props.value }), { currency })}
          </output>
        </Text>
      </Card>
    </Stack>
  )
}
