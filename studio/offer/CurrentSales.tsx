import { Button, Flex, Stack, Text } from '@sanity/ui'
import { useEffect, useState } from 'react'
import { useClient } from 'sanity'
import { apiVersion } from '@/lib/content/config'
import { formatMoney } from '@/lib/content/format'
import type { Sales } from '@/lib/membership/offer/salesResponse'
import { readSales } from './readSales'

/**
 * At what price Stripe sells now, and how many members pay what.
 *
 * @param revision - the published offer's; with another one everything is read again
 */
export function CurrentSales({ revision }: { revision: string | undefined }) {
  const client = useClient({ apiVersion })
  const [sales, setSales] = useState<Sales | 'reading' | 'failed'>('reading')
  const [round, setRound] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another revision or round asks again
  useEffect(() => {
    let isGone = false
    const show = (answer: Sales | 'reading' | 'failed') => {
      if (!isGone) setSales(answer)
    }
    show('reading')
    readSales(client).then(show, (error: unknown) => {
      console.warn('[offer]', error)
      show('failed')
    })
    return () => {
      isGone = true
    }
  }, [client, revision, round])

  return (
    <Flex align="flex-start" gap={4} justify="space-between">
      <Stack gap={3} flex={1} aria-live="polite" aria-busy={sales === 'reading'}>
        <Text as="h2" size={1} weight="semibold">
          What is sold now
        </Text>
        <SalesText sales={sales} />
      </Stack>
      <Button
        mode="ghost"
        fontSize={1}
        padding={2}
        text="Read again"
        disabled={sales === 'reading'}
        onClick={() => setRound(round + 1)}
      />
    </Flex>
  )
}

function SalesText({ sales }: { sales: Sales | 'reading' | 'failed' }) {
  if (sales === 'reading') return <Line>Asking Stripe and the list of members …</Line>
  if (sales === 'failed') {
    return (
      <Line>
        The price in Stripe and the members could not be read. What is above is computed without them.
      </Line>
    )
  }
  const { price, members } = sales
  return (
    <>
      <Line>{priceText(price)}</Line>
      {members?.length === 0 && <Line>There are no members yet.</Line>}
      {!members && <Line>The members could not be counted just now.</Line>}
      {members?.map(({ amount, currency, introduction, count }) => (
        <Line key={`${amount} ${currency} ${introduction}`}>
          {count === 1 ? '1 member pays' : `${count} members pay`}{' '}
          {amount === null ? 'what their first invoice will say' : `${formatMoney(amount, currency)} a month`}
          {introduction && ', the introductory price'}
        </Line>
      ))}
    </>
  )
}

function priceText(price: Sales['price']): string {
  if (price === undefined) return 'The price in Stripe could not be read just now.'
  if (price === null) return 'Stripe sells nothing yet: its price is made when the offer is published.'
  return `Stripe’s price for new members is ${formatMoney(price.amount, price.currency)} a month, less the introduction.`
}

function Line({ children }: { children: React.ReactNode }) {
  return <Text size={1}>{children}</Text>
}
