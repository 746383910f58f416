// A text to try the editor on, such as a learner might write.

export const EXAMPLE = `Last summer I made a very nice trip with my family. We went to a big town near the sea, and the weather was very good. Every day we walked a lot and saw many interesting things.

The people in the town were very nice and they helped us a lot. One old man told us an amazing story about his life. It was a very interesting story, and my sister started to cry a little.

I think that this trip was a good experience for me. I learned many important things about the history of the town, and I got a lot of new friends. I hope that we can go there again next year.
`;
