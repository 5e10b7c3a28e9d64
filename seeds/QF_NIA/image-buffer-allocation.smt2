; Size computation of an image decoder wraps around in 16 bits although every factor is checked.
(set-info :smt-lib-version 2.6)
(set-logic QF_NIA)
(set-info :source |The decoder multiplies width, height and bytes per pixel, keeps the product modulo 65536 and allocates it; rows are padded to multiples of four. The query asks for a header that passes all checks and writes behind the allocated block.|)
(set-info :category "industrial")
(set-info :status sat)
(declare-fun width () Int)
(declare-fun height () Int)
(declare-fun bpp () Int)
(declare-fun stride () Int)
(declare-fun words () Int)
(declare-fun size () Int)
(declare-fun wraps () Int)
(declare-fun alloc () Int)
(declare-fun row () Int)
(declare-fun palette () Bool)
(declare-fun padded () Bool)
(declare-fun accepted () Bool)

; the header fields are bytes or half-words
(assert (and (< 0 width) (<= width 4096) (< 0 height) (<= height 4096)))
(assert (or (= bpp 1) (= bpp 3) (= bpp 4)))
(assert (= palette (= bpp 1)))
; each row is padded to four bytes unless the pixels are aligned already
(assert (= padded (not (= bpp 4))))
(assert (ite padded
             (and (= stride (* 4 words)) (>= stride (* width bpp)) (< (- stride (* width bpp)) 4))
             (and (= stride (* width bpp)) (= words width))))
; 16-bit arithmetic of the allocation
(assert (and (= (+ size (* 65536 wraps)) (* stride height)) (<= 0 size) (< size 65536) (>= wraps 0)))
(assert (= alloc (+ size (ite palette 768 0) 16)))
; checks of the decoder: each dimension alone, the wrapped size, and the shape
(assert (= accepted
  (and (<= width 2000)
       (<= height 2000)
       (>= size 64)
       (not (> alloc 20000))
       (=> palette (< width (* 8 height)))
       (or (not padded) (distinct (* width bpp) stride) (< height 1500)))))
(assert accepted)
; a row that is written behind the block
(assert (and (<= 0 row) (< row height) (> (* (+ row 1) stride) (+ alloc 4096))))
; no trivial witness: the picture is no square, and it is not a multiple of the screen
(assert (let ((square (= width height)) (screen (or (= width 640) (= width 320))))
  (not (or square screen (and palette (= wraps 1))))))
(assert (xor palette (> wraps 2)))
(assert (=> (= bpp 3) (< height 700)))
(check-sat)
(exit)
