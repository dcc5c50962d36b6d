"""Followers: what one that lies behind is still sent has no gap, so that it resumes where it stopped."""

from __future__ import annotations

import asyncio

from server.hub.hub import Follower, Hub, Message
from server.tables.views import View


async def heard(follower: Follower) -> list[int]:
    found = []
    while (message := await follower.next()) is not None:
        found.append(message.seq)
    return found


def published(hub: Hub, count: int) -> None:
    for seq in range(1, count + 1):
        hub.publish({View.PUBLIC: Message(seq, "{}")})


def test_a_client_that_lies_too_far_behind_keeps_the_beginning() -> None:
    async def story() -> None:
        hub = Hub(size=4)
        slow, quick = hub.join(View.PUBLIC, []), hub.join(View.PUBLIC, [])
        listening = asyncio.create_task(heard(quick))
        for seq in range(1, 8):
            hub.publish({View.PUBLIC: Message(seq, "{}")})
            await asyncio.sleep(0)
        assert await heard(slow) == [1, 2, 3]  # and resumes after 3
        assert slow.dropped and hub.dropped == 1
        hub.close()
        assert await listening == [1, 2, 3, 4, 5, 6, 7]

    asyncio.run(story())


def test_at_the_end_everybody_still_gets_what_waits() -> None:
    async def story() -> None:
        hub = Hub(size=4)
        follower = hub.join(View.PUBLIC, [])
        published(hub, 2)
        hub.close()
        assert await heard(follower) == [1, 2]

    asyncio.run(story())
