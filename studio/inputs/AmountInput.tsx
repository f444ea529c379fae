import { Box, Flex, Text } from '@sanity/ui'
import type { NumberInputProps } from 'sanity'
import { formatMoney } from '@/lib/content/format'

/** Edits an amount in cents, and shows beside it what it is in dollars, so that no zero goes unnoticed. */
export function AmountInput(props: NumberInputProps) {
  return (
    <Flex align="center" gap={3}>
      <Box flex={1}>{props.renderDefault(props)}</Box>
      <Box style={{ minWidth: '10ch' }}>
        <Text size={2} weight="medium">
          <output htmlFor={props.elementProps.id}>{inDollars(props.value)}</output>
        </Text>
      </Box>
    </Flex>
  )
}

/** Writes an amount for an editor: dollars as on the site, or a reminder of how amounts are kept. */
export function inDollars(cents: number | undefined): string {
  return typeof cents === 'number' && Number.isFinite(cents) ? formatMoney(cents) : 'in cents'
}
